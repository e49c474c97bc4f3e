// Rules of messages.send for text, random_id and keyboard.
import { type Parameters, refused, textOf, type VkReply } from './vk-reply.ts';

const textLengthMax = 4_096;
const randomIdMax = 2 ** 31 - 1;
const inlineKeyboard = { rows: 6, columns: 5, buttons: 10 } as const;
const plainKeyboard = { rows: 10, columns: 5, buttons: 40 } as const;
const labelLengthMax = 40;
const buttonTypes = ['text', 'open_link', 'location', 'vkpay', 'open_app', 'callback'];

type Members = Readonly<Record<string, unknown>>;

/** Undefined: the message can be sent. */
export function contentProblem(parameters: Parameters): VkReply | undefined {
  const { message, random_id: randomId, keyboard } = parameters;
  const invalid = (words: string) =>
    refused(100, `One of the parameters specified was missing or invalid: ${words}`, parameters);
  if (randomId === undefined) return invalid('random_id is a required parameter');
  const isWhole = /^-?\d{1,10}$/.test(textOf(randomId)) && Math.abs(Number(randomId)) <= randomIdMax + 1;
  if (!isWhole) return invalid('random_id should be a 32-bit integer');
  const length = Array.from(textOf(message)).length;
  if (length === 0) return invalid('message is empty or invalid');
  if (length > textLengthMax) return refused(914, 'Message is too long', parameters);
  return keyboard === undefined || isKeyboard(textOf(keyboard))
    ? undefined
    : refused(911, 'Keyboard format is invalid', parameters);
}

function isKeyboard(text: string): boolean {
  const { buttons, inline } = membersOf(parsed(text));
  const { rows, columns, buttons: buttonsMax } = inline === true ? inlineKeyboard : plainKeyboard;
  if (!Array.isArray(buttons) || buttons.length > rows) return false;
  const isRow = (row: unknown) => Array.isArray(row) && row.length > 0 && row.length <= columns && row.every(isButton);
  return buttons.every(isRow) && buttons.flat().length <= buttonsMax;
}

function isButton(button: unknown): boolean {
  const { type, label, link } = membersOf(membersOf(button)['action']);
  const length = Array.from(textOf(label)).length;
  if (!buttonTypes.includes(textOf(type)) || length === 0 || length > labelLengthMax) return false;
  return type !== 'open_link' || /^https?:\/\//.test(textOf(link));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Members {
  // Checked to be a plain JSON object.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}
