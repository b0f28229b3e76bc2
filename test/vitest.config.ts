import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'test',
    exclude: ['**/browser/**', '**/node_modules/**'],
    setupFiles: ['test/property-seed.ts'],
    // A machine that others load is no reason for a test to fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
