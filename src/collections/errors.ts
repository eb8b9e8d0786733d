import { defineErrors } from '../contracts/errors.ts'

export const errors = defineErrors({
  collection_not_found: { status: 404, message: 'There is no collection with this id here.' },
  item_not_found: {
    status: 404,
    message: 'Some of these items are not here. Nothing was added; details.missing lists them.',
  },
  collection_not_movable: {
    status: 400,
    message: 'The parent of a collection is set when it is created and cannot be changed.',
  },
})
