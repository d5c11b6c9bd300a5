/** Compiler options for scripts, as in the `tsconfig.json` beside them. */
export const scriptOptions = {
  target: 'ES2024',
  lib: ['ES2024'],
  types: [],
  module: 'ESNext',
  moduleDetection: 'force',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};
