import { expect, test } from 'vitest';
import { user_name } from './settings';

test('a user has a name, and not a long one', () => {
  expect([user_name('  Ada '), user_name('   '), user_name('x'.repeat(99)).length]).toEqual(['Ada', 'Default', 64]);
});
