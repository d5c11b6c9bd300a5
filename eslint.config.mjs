// The rules of the house: types are strict and promises have owners. What may import what is in
// .dependency-cruiser.mjs.
import tseslint from 'typescript-eslint';

/** Words that begin a comment without a subject: a reader who does not know the code cannot tell what it is about. */
const subjectless =
  /^(?:Of|What|Whatever|Whose|Those|Where|Wherever|Than|Whether|Who|Whoever|So many|As many)\b/;

/** Comments are sentences or noun phrases that name the thing. Line comments on adjacent lines are one comment. */
const commentsHaveSubjects = {
  create: ({ sourceCode, report }) => ({
    Program() {
      let lastLine = -1;
      for (const comment of sourceCode.getAllComments()) {
        const isContinued = comment.type === 'Line' && comment.loc.start.line === lastLine + 1;
        lastLine = comment.type === 'Line' ? comment.loc.end.line : -1;
        const [first = ''] = subjectless.exec(comment.value.replace(/^[*\s]+/, '')) ?? [];
        if (first !== '' && !isContinued)
          report({
            loc: comment.loc,
            message: `Name the subject: a comment does not begin with "${first}".`,
          });
      }
    },
  }),
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.vscode-test/',
      'examples/',
      'test/fixtures/',
      'test/security/*/*.js',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    plugins: { house: { rules: { 'comments-have-subjects': commentsHaveSubjects } } },
    rules: {
      'house/comments-have-subjects': 'error',
      'max-len': [
        'error',
        {
          code: 120,
          ignoreUrls: true,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-console': 'error',
    },
  },
  { files: ['src/cli/**/*.ts', 'test/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // mocha's `describe` and `it` take callbacks whose promises mocha owns.
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [] }] },
  },
  {
    files: ['test/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each)?$/]',
          message:
            'Outside a `describe` a hook runs for the tests of all files: put it into each `describe`.',
        },
      ],
    },
  },
  { files: ['**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
