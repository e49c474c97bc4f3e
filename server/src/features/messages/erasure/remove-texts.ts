import { clearTexts } from './remove-texts.sql.ts';

/** Removes the texts of a range of a dispatch's messages. */
export const removeTexts = clearTexts;
