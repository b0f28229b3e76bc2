import type { Server } from 'node:http';
import { SparkcheckFailure } from '../../src/failure.ts';

/** Puts a server on a free port of loopback; closing it ends its connections too. */
export async function listening(server: Server): Promise<{ port: number; url: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, url: `http://127.0.0.1:${port}`, close };
}

/** The known failure that something ends in; anything else fails the test. */
export async function refusal(asked: Promise<unknown>): Promise<SparkcheckFailure> {
  const outcome = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof SparkcheckFailure) return outcome;
  throw outcome ?? new Error('it was answered');
}
