import type { Generated } from 'kysely'

/** Row types, the same in both dialects: text, integers (epoch milliseconds), JSON as text. */
export interface Tables {
  meta: MetaRow
  workspaces: WorkspaceRow
  api_keys: ApiKeyRow
  blobs: BlobRow
  documents: DocumentRow
  document_versions: DocumentVersionRow
  prompts: PromptRow
  prompt_versions: PromptVersionRow
  collections: CollectionRow
  collection_items: CollectionItemRow
  item_tags: ItemTagRow
  receipts: ReceiptRow
  events: EventRow
}

/** Facts about the store itself: schema version, capabilities epoch, instance id. */
export interface MetaRow {
  key: string
  value: string
}

export interface WorkspaceRow {
  id: string
  name: string
  settings: string
  created_at: number
}

export interface ApiKeyRow {
  id: string
  name: string
  /** SHA-256 of the secret; the secret itself is shown once and never kept. */
  digest: string
  scopes: string
  /** JSON array of workspace ids, or null for all. */
  workspaces: string | null
  created_at: number
  created_by: string
  expires_at: number | null
  revoked_at: number | null
}

/** Text by its hash: versions point here, so a changed title copies nothing. */
export interface BlobRow {
  hash: string
  content: string
  bytes: number
  /** Version rows that point here; at 0 the text is gone. */
  refs: number
}

export interface DocumentRow {
  id: string
  workspace_id: string
  owner_id: string
  /** What list filters look into, folded for comparison. */
  folded: string
  title: string
  status: string
  is_archived: number
  source_type: string
  source_url: string | null
  /** Where an import found the text, so that the next one knows it again. */
  source_path: string | null
  /** JSON of what a refresh knows: contentHash, lastCheckedAt, lastChangedAt, lastRefreshError. */
  source: string | null
  metadata: string
  tags: string
  content_hash: string
  content_html_hash: string | null
  raw_html_hash: string | null
  revision: number
  created_at: number
  updated_at: number
  last_changed_at: number
  /** `standard` or `lease_required`. */
  policy: string
  fence: number
  lease_id: string | null
  lease_holder: string | null
  lease_expires_at: number | null
}

export interface DocumentVersionRow {
  id: string
  document_id: string
  version: number
  title: string
  content_hash: string
  content_html_hash: string | null
  raw_html_hash: string | null
  source_url: string | null
  metadata: string
  tags: string
  change_log: string | null
  actor_kind: string
  actor_id: string
  actor_name: string
  origin: string
  completeness: string
  created_at: number
}

export interface PromptRow {
  id: string
  workspace_id: string
  owner_id: string
  /** What list filters look into, folded for comparison. */
  folded: string
  title: string
  description: string
  content_hash: string
  parameters: string | null
  variables: string
  is_public: number
  is_archived: number
  current_version: number
  tags: string
  views: number
  copies: number
  created_at: number
  updated_at: number
}

export interface PromptVersionRow {
  id: string
  prompt_id: string
  version: number
  content_hash: string
  parameters: string | null
  variables: string
  change_log: string | null
  actor_kind: string
  actor_id: string
  actor_name: string
  origin: string
  created_at: number
}

export interface CollectionRow {
  id: string
  workspace_id: string
  owner_id: string
  /** What list filters look into, folded for comparison. */
  folded: string
  name: string
  description: string
  color: string | null
  icon: string | null
  is_public: number
  parent_id: string | null
  tags: string
  item_count: number
  last_activity_at: number
  created_at: number
  updated_at: number
}

export interface CollectionItemRow {
  collection_id: string
  item_type: string
  item_id: string
  added_at: number
}

export interface ItemTagRow {
  item_type: string
  item_id: string
  tag: string
}

/** The answer a mutation gave, kept 24 hours so that a retry has one effect. */
export interface ReceiptRow {
  scope: string
  fingerprint: string
  status: number
  headers: string
  body: string
  created_at: number
}

/** Outbox: written in the transaction that the event reports. */
export interface EventRow {
  id: Generated<number>
  workspace_id: string
  channel_id: string
  kind: string
  actor: string
  timestamp: number
  version: number
  parent_id: number | null
  consistency_level: string
  payload: string
}
