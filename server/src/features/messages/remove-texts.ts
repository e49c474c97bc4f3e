import { clearTexts } from './remove-texts.sql.ts';

/** A range of a dispatch's messages loses its texts. */
export const removeTexts = clearTexts;
