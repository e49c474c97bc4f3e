import { expect, test } from 'vitest';
import { keepViews, readViews, withView } from './view-store.ts';

function store(text: string | null = null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) };
}

test('a view is stored without its page number and read back', () => {
  const storage = store();
  keepViews(withView([], '  Failed at MTS ', { state: 'failed', operator: 'MTS', page: 3 }), storage);
  expect(readViews(storage)).toEqual([{ name: 'Failed at MTS', search: { state: 'failed', operator: 'MTS' } }]);
});

test('a view of the same name is replaced, and only the last twenty are stored', () => {
  let views = withView([], 'a', { error: 1 });
  views = withView(views, 'a', { error: 2 });
  expect(views).toEqual([{ name: 'a', search: { error: 2 } }]);
  for (let at = 0; at < 25; at += 1) views = withView(views, `v${at}`, {});
  expect(views.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => `v${at + 5}`));
});

test.for(['nonsense', '{}', '[1, {"name": 5, "search": {}}, {"name": "x"}]', null])(
  'the stored text %s contains no view',
  (text) => {
    expect(readViews(store(text))).toEqual([]);
  },
);
