// Loaded into a server under test: writes each attempt to leave this machine to the file that it is told, and refuses it.

import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const note = (what) => appendFileSync(process.env.OUTBOUND_LOG, `${what}\n`)
const isLocal = (host) => host === undefined || /^(localhost|127\.|::1$|\[::1\]$)/.test(host)

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args
  const host =
    typeof options === 'object' ? options.host : typeof args[1] === 'string' ? args[1] : undefined
  if (!isLocal(host)) {
    note(`connect ${host}`)
    throw new Error(`outbound connection to ${host}`)
  }
  return connect.apply(this, args)
}
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny']) {
  const original = dns[name]
  dns[name] = (host, ...rest) => {
    if (!isLocal(host)) note(`dns.${name} ${host}`)
    return original(host, ...rest)
  }
}
const send = dgram.Socket.prototype.send
dgram.Socket.prototype.send = function (...args) {
  note('udp send')
  return send.apply(this, args)
}
syncBuiltinESMExports()
