/** The release, equal to `version` in package.json (a test holds it); a constant so that reading it opens no file. */
export const VERSION = '0.1.0'
