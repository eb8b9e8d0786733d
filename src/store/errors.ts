import { defineErrors } from '../contracts/errors.ts'

/** Why a store cannot be opened, locked or written. */
export const errors = defineErrors({
  data_dir_locked: {
    status: 503,
    class: 'data',
    message:
      'Another process holds this data directory. Stop it first, or name another with --data.',
  },
  data_dir_not_writable: {
    status: 503,
    class: 'data',
    message:
      'The data directory cannot be written. Give this user the right to, or name another with --data.',
  },
  store_unreadable: {
    status: 503,
    class: 'data',
    message:
      'The store cannot be read. Restore a backup, or name another data directory with --data.',
  },
  store_newer: {
    status: 503,
    class: 'data',
    message:
      'The store was written by a newer release. Run that release, or restore an older backup.',
  },
  store_unsupported: {
    status: 503,
    class: 'usage',
    message: 'This build keeps its data in SQLite only. Leave out --store, or set it to sqlite:.',
  },
})
