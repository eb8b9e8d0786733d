import type { CreateTableBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'
import type { Db } from '../store.ts'

type Kind = 'text' | 'bigint' | 'integer'

// `text!` is a column that always has a value. Only types that both dialects have are used.
type Spec = Readonly<Record<string, Kind | `${Kind}!`>>

function columns<T extends string>(
  table: CreateTableBuilder<T>,
  spec: Spec,
): CreateTableBuilder<T> {
  let built: CreateTableBuilder<T> = table
  for (const [name, type] of Object.entries(spec)) {
    const kind = type.replace('!', '') as Kind
    built = built.addColumn(name, kind, (column) =>
      type.endsWith('!') ? column.notNull() : column,
    ) as never
  }
  return built
}

const TABLES: Readonly<Record<string, { readonly key: readonly string[]; readonly spec: Spec }>> = {
  meta: { key: ['key'], spec: { key: 'text!', value: 'text!' } },
  workspaces: {
    key: ['id'],
    spec: { id: 'text!', name: 'text!', settings: 'text!', created_at: 'bigint!' },
  },
  api_keys: {
    key: ['id'],
    spec: {
      id: 'text!',
      name: 'text!',
      digest: 'text!',
      scopes: 'text!',
      workspaces: 'text',
      created_at: 'bigint!',
      created_by: 'text!',
      expires_at: 'bigint',
      revoked_at: 'bigint',
    },
  },
  blobs: {
    key: ['hash'],
    spec: { hash: 'text!', content: 'text!', bytes: 'integer!', refs: 'bigint!' },
  },
  documents: {
    key: ['id'],
    spec: {
      id: 'text!',
      workspace_id: 'text!',
      owner_id: 'text!',
      folded: 'text!',
      title: 'text!',
      status: 'text!',
      is_archived: 'integer!',
      source_type: 'text!',
      source_url: 'text',
      source_path: 'text',
      source: 'text',
      metadata: 'text!',
      tags: 'text!',
      content_hash: 'text!',
      content_html_hash: 'text',
      raw_html_hash: 'text',
      revision: 'bigint!',
      created_at: 'bigint!',
      updated_at: 'bigint!',
      last_changed_at: 'bigint!',
      policy: 'text!',
      fence: 'bigint!',
      lease_id: 'text',
      lease_holder: 'text',
      lease_expires_at: 'bigint',
    },
  },
  document_versions: {
    key: ['id'],
    spec: {
      id: 'text!',
      document_id: 'text!',
      version: 'bigint!',
      title: 'text!',
      content_hash: 'text!',
      content_html_hash: 'text',
      raw_html_hash: 'text',
      source_url: 'text',
      metadata: 'text!',
      tags: 'text!',
      change_log: 'text',
      actor_kind: 'text!',
      actor_id: 'text!',
      actor_name: 'text!',
      origin: 'text!',
      completeness: 'text!',
      created_at: 'bigint!',
    },
  },
  prompts: {
    key: ['id'],
    spec: {
      id: 'text!',
      workspace_id: 'text!',
      owner_id: 'text!',
      folded: 'text!',
      title: 'text!',
      description: 'text!',
      content_hash: 'text!',
      parameters: 'text',
      variables: 'text!',
      is_public: 'integer!',
      is_archived: 'integer!',
      current_version: 'bigint!',
      tags: 'text!',
      views: 'bigint!',
      copies: 'bigint!',
      created_at: 'bigint!',
      updated_at: 'bigint!',
    },
  },
  prompt_versions: {
    key: ['id'],
    spec: {
      id: 'text!',
      prompt_id: 'text!',
      version: 'bigint!',
      content_hash: 'text!',
      parameters: 'text',
      variables: 'text!',
      change_log: 'text',
      actor_kind: 'text!',
      actor_id: 'text!',
      actor_name: 'text!',
      origin: 'text!',
      created_at: 'bigint!',
    },
  },
  collections: {
    key: ['id'],
    spec: {
      id: 'text!',
      workspace_id: 'text!',
      owner_id: 'text!',
      folded: 'text!',
      name: 'text!',
      description: 'text!',
      color: 'text',
      icon: 'text',
      is_public: 'integer!',
      parent_id: 'text',
      tags: 'text!',
      item_count: 'bigint!',
      last_activity_at: 'bigint!',
      created_at: 'bigint!',
      updated_at: 'bigint!',
    },
  },
  collection_items: {
    key: ['collection_id', 'item_type', 'item_id'],
    spec: { collection_id: 'text!', item_type: 'text!', item_id: 'text!', added_at: 'bigint!' },
  },
  item_tags: {
    key: ['item_type', 'tag', 'item_id'],
    spec: { item_type: 'text!', item_id: 'text!', tag: 'text!' },
  },
  receipts: {
    key: ['scope'],
    spec: {
      scope: 'text!',
      fingerprint: 'text!',
      status: 'integer!',
      headers: 'text!',
      body: 'text!',
      created_at: 'bigint!',
    },
  },
}

const INDEXES: readonly (readonly [name: string, table: string, ...columns: string[]])[] = [
  ['documents_newest', 'documents', 'workspace_id', 'created_at', 'id', 'is_archived'],
  ['documents_path', 'documents', 'workspace_id', 'source_path'],
  ['prompts_newest', 'prompts', 'workspace_id', 'created_at', 'id'],
  ['collections_newest', 'collections', 'workspace_id', 'created_at', 'id'],
  ['collections_parent', 'collections', 'parent_id'],
  ['collection_items_item', 'collection_items', 'item_type', 'item_id'],
  ['item_tags_item', 'item_tags', 'item_type', 'item_id'],
  ['receipts_age', 'receipts', 'created_at'],
  ['events_channel', 'events', 'workspace_id', 'channel_id', 'id'],
]

/** Every table in its final layout. */
export const base: Migration = {
  name: '0001-base',
  up: async (db) => {
    for (const [name, { key, spec }] of Object.entries(TABLES)) {
      await columns(db.schema.createTable(name), spec)
        .addPrimaryKeyConstraint(`${name}_key`, key as never)
        .execute()
    }
    await createEvents(db)
    for (const [name, table, ...on] of INDEXES) {
      await db.schema.createIndex(name).on(table).columns(on).execute()
    }
    for (const [name, table, ...on] of [
      ['document_versions_number', 'document_versions', 'document_id', 'version'],
      ['prompt_versions_number', 'prompt_versions', 'prompt_id', 'version'],
      ['events_version', 'events', 'workspace_id', 'channel_id', 'version'],
    ] as const) {
      await db.schema.createIndex(name).unique().on(table).columns(on).execute()
    }
  },
}

async function createEvents(db: Db): Promise<void> {
  const numbered = db.schema
    .createTable('events')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  await columns(numbered, {
    workspace_id: 'text!',
    channel_id: 'text!',
    kind: 'text!',
    actor: 'text!',
    timestamp: 'bigint!',
    version: 'bigint!',
    parent_id: 'bigint',
    consistency_level: 'text!',
    payload: 'text!',
  }).execute()
}
