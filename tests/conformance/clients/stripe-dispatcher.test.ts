/** The SDK's way out of this process: what else the process did with undici must not matter. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, test } from 'vitest';
import { openStripe } from '@scanship/payments-stripe/client';

test('a call with a body arrives below the prefix, whatever undici set as the dispatcher of the process', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['content-length']}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'cus_1', object: 'customer' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const before = getGlobalDispatcher();
  const agent = new Agent();
  setGlobalDispatcher(agent);
  try {
    const { port } = server.address() as AddressInfo;
    const stripe = openStripe({ secretKey: 'sk_test_1', apiAddress: `http://127.0.0.1:${port}/stripe` });
    expect(await stripe.customers.create({ email: 'a@b.ca' })).toMatchObject({ id: 'cus_1' });
    expect(asked).toEqual(['POST /stripe/v1/customers 14']);
  } finally {
    setGlobalDispatcher(before);
    await agent.close();
    await new Promise((resolve) => server.close(resolve));
  }
});
