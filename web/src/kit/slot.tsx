// A place in a part that stays while its content changes. A link, a cell of a table and the frame of a section are made
// of many components; what a live number changes is the text in them. With the content passed beside the part and not
// through it, a new number draws the number alone.
import { createContext, type ReactNode, use } from 'react';

export type Slot = {
  /** Holds the content for the place beneath it; the nearest one counts. */
  readonly Fill: (props: { readonly content: ReactNode; readonly children: ReactNode }) => ReactNode;
  readonly Place: () => ReactNode;
};

export function createSlot(): Slot {
  const Content = createContext<ReactNode>(null);
  return {
    Fill: ({ content, children }) => <Content value={content}>{children}</Content>,
    Place: () => use(Content),
  };
}
