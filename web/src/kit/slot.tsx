// Content of a stable component. Links, table cells and section frames consist of many components, while a live number
// changes only their text. A slot passes the content by context, so a new number renders only the number.
import { createContext, type ReactNode, use } from 'react';

export type Slot = {
  /** Provides the content to the nearest slot below. */
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
