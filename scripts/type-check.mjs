/** Arguments of a type check of the whole project that keeps what it knows: 5 s instead of 40 where little has changed. */
export const TYPE_CHECK = [
  '--noEmit',
  '-p',
  'tsconfig.json',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/scanship/types.tsbuildinfo',
];
