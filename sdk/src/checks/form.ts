// The form of a value, as the contract declares it: a small part of JSON Schema, so that the package checks arguments
// without a schema library. `npm run openapi` writes the forms of every method.

type ValueType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'function' | 'signal';

export type Form = {
  /** Name of a shared form, instead of all other members. */
  readonly ref?: string;
  readonly type?: ValueType | readonly ValueType[];
  readonly enum?: readonly unknown[];
  /** One of them must fit; the nearest one is reported. */
  readonly anyOf?: readonly Form[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Wording of a refused pattern. */
  readonly words?: string;
  readonly format?: string;
  readonly items?: Form;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  /** All members that an object may have. */
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
  /** Members of any name. */
  readonly values?: Form;
  readonly maxProperties?: number;
  /** The form that belongs to the value of a member of the object around the value. */
  readonly beside?: FormChoice;
  /** The form that belongs to the value of a member of the value itself. */
  readonly inside?: FormChoice;
  /** A list parameter of the query: a single value stands for a list of it, and its text may be a comma list. */
  readonly listed?: 'commas' | 'whole';
  /** A single object stands for a list of it. */
  readonly single?: true;
  /** The argument may be absent. */
  readonly optional?: true;
};

type FormChoice = {
  readonly member: string;
  /** For an absent member. */
  readonly byDefault?: string;
  readonly forms: Readonly<Record<string, Form>>;
};

/** Forms of the arguments of a method, by name: parameters, then `body` or `query`. */
export type MethodForm = Readonly<Record<string, Form>>;

export type FormTable = {
  /** Group, then method. */
  readonly methods: Readonly<Record<string, Readonly<Record<string, MethodForm>>>>;
  /** Shared forms. */
  readonly named: Readonly<Record<string, Form>>;
};
