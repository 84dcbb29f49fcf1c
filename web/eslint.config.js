// What the compiler does not say: promises nobody waits for, conditions that cannot fail, names nobody uses.
import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'e2e/artefacts'] },
  {
    files: ['src/**/*.ts', 'e2e/**/*.ts', '*.config.ts'],
    extends: [eslint.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // with noUncheckedIndexedAccess `!` is how a known index is read
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      // the types of three.js and uPlot leave out null where they return it; callbacks change fields meanwhile
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // read<T>(file) names the type where it is called
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Playwright reads which fixtures a function wants from its pattern, and {} is none
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
);
