import { defineErrors } from './contracts/errors.ts'

/** Why a server cannot start listening; seen on the command line only. */
export const errors = defineErrors({
  port_in_use: {
    status: 503,
    class: 'usage',
    message: 'The port is taken. Choose another with --port.',
  },
  address_refused: {
    status: 503,
    class: 'usage',
    message: 'The address cannot be bound. Choose another with --host.',
  },
  audit_not_writable: {
    status: 503,
    class: 'data',
    message:
      'The audit log cannot be written. Mend it, or name another data directory with --data.',
  },
  open_to_network: {
    status: 503,
    class: 'usage',
    message:
      'A server that other machines can reach needs a key. Make one with lectern keys create.',
  },
})
