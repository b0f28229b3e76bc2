#!/usr/bin/env node
import { runCommandLine } from './cli-answer.ts';

// A reader such as `head` may close the pipe early; that is no fault of this program.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  ...(process.stdout.isTTY && { columns: process.stdout.columns }),
  colour: process.stdout.isTTY && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb',
  watched: process.stderr.isTTY,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
