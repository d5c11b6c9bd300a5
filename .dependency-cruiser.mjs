// Lint's second half: ESLint holds what each room may import; this finds circles of files, those of types alone included.
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that import each other, if only for types, are one file or need a third below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(src|test|scripts)/',
  },
};
