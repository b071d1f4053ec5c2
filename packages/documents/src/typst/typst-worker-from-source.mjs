// Worker threads do not inherit their parent's TypeScript loader (Node 20): register it, then start the real worker.
import { register } from 'tsx/esm/api';

register();
await import('./typst-worker.ts');
