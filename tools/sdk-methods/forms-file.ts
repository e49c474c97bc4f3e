// The generated file with the forms of the arguments of every method of one API.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import type { Form, MethodForm } from '@volley/sdk/checks/form.ts';
import { routeOf } from '@volley/sdk/endpoint-route.ts';
import type { MethodTable } from '@volley/sdk/method-table.ts';
import { SchemaForms } from './schema-forms.ts';
import { SchemaTypes } from './schema-types.ts';
import { valueText } from './value-text.ts';

/** `name`: start of the constant in the file, such as `Messaging`. */
export function formsFile(name: string, table: MethodTable): string {
  const forms = new SchemaForms();
  const groups = Object.entries(table).map(([group, endpoints]) => {
    const methods = Object.entries(endpoints).map(
      ([method, shape]) => `      ${method}: ${valueText(methodForm(forms, shape), '      ')},`,
    );
    return `    ${group}: {\n${methods.join('\n')}\n    },`;
  });
  const named = [...forms.named]
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .map(([title, form]) => `    ${title}: ${valueText(form, '    ')},`);
  return [
    '// Written by `npm run openapi` from the contract and sdk/src/method-table.ts. Do not edit.',
    "import type { FormTable } from '../checks/form.ts';",
    '',
    `export const ${name.toUpperCase()}_FORMS: FormTable = {`,
    `  methods: {\n${groups.join('\n')}\n  },`,
    `  named: {\n${named.join('\n')}\n  },`,
    '};\n',
  ].join('\n');
}

function methodForm(forms: SchemaForms, shape: EndpointShape): MethodForm {
  const { params, takes, cut } = routeOf(shape);
  const found = params.map((param): [string, Form] => [param, forms.formOf(shape.params?.properties[param] ?? {})]);
  if (takes === 'query' && shape.query !== undefined)
    found.push(['query', optionalIf(!SchemaTypes.hasRequired(shape.query), forms.queryOf(shape.query))]);
  if (takes === 'body' && shape.body !== undefined) {
    const { maxItems, ...form } = forms.formOf(shape.body);
    const list = {
      ...(cut === undefined && maxItems !== undefined && { maxItems }),
      ...(shape.bodyList === true && SINGLE),
    };
    found.push(['body', optionalIf(shape.bodyOptional === true, { ...form, ...list })]);
  }
  return Object.fromEntries(found);
}

const SINGLE = { single: true } as const;

const optionalIf = (isOptional: boolean, form: Form): Form => (isOptional ? { ...form, optional: true } : form);
