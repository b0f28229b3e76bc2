import { startGenerator } from './generator-server.ts';
import { SIZES } from './sizes.ts';

/** The generated History Server in a process of its own, so that only the reader is measured. */
const { url } = await startGenerator(SIZES);
process.send?.({ url });
process.on('disconnect', () => process.exit(0));
