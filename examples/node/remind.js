// Asks a Belfry server for a call in a second, and takes it.
//
// Needs, in the environment, the address of the server (BELFRY_URL) and the key that it signs with (BELFRY_SIGNING_KEY, its
// callback.signingKeys).
import { createServer } from 'node:http';
import { BelfryClient, InvalidCallback, Receiver } from '@belfry/client';

const belfry = new BelfryClient(process.env.BELFRY_URL ?? 'http://localhost:8080');
const receiver = new Receiver(process.env.BELFRY_SIGNING_KEY);

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  try {
    const callback = await receiver.receive(request.headers, body);
    console.log(`${callback.timerId}: ${callback.payload.text} (attempt ${callback.attempt})`);
    response.writeHead(204).end(() => server.close());
    server.closeIdleConnections();
  } catch (failure) {
    if (!(failure instanceof InvalidCallback)) {
      throw failure;
    }
    console.log(`Not from Belfry: ${failure.message}`);
    response.writeHead(400).end();
  }
});

server.listen(0, '127.0.0.1', () =>
  belfry.create({
    timerId: 'node-reminder',
    delay: '1s',
    callbackUrl: `http://127.0.0.1:${server.address().port}/`,
    payload: { text: 'water the flowers' },
  }),
);
