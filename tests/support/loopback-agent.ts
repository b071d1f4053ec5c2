/** Brings a client that speaks HTTPS to hosts of its own to a server of this test: every connection is a plain one to loopback. */
import { Agent } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

class LoopbackAgent extends Agent {
  readonly #port: number;

  constructor(port: number) {
    super({ keepAlive: false });
    this.#port = port;
  }

  override createConnection(): Duplex {
    return connect({ host: '127.0.0.1', port: this.#port });
  }
}

/** @param address of a server on loopback, as `atRoot` answers it */
export const loopbackAgent = (address: string): Agent => new LoopbackAgent(Number(new URL(address).port));

/** The same for clients that are given a `fetch`: host and scheme are replaced, nothing else. */
export const loopbackFetch =
  (address: string): typeof fetch =>
  (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return fetch(`${address}${pathname}${search}`, input instanceof Request ? input : init);
  };
