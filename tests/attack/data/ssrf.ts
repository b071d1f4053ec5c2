/** Addresses that lead inside, in every spelling a browser, a resolver or a library understands. `PORT` is a server of the test. */
export const INNER_ADDRESSES: readonly string[] = [
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://0.0.0.0:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://[::]:PORT/',
  'http://169.254.169.254/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://192.0.2.1/',
  'http://224.0.0.1/',
];

/** Bare addresses that a look-up may answer with. */
export const NOT_PUBLIC: readonly string[] = [
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '100::1',
  'fec0::1',
  '2001:db8::1',
  '255.255.255.255',
  '192.88.99.1',
  'not-an-address',
  'fe80::1%eth0',
];
