// `npm run chaos`: the storm over all parts, or with `--providers` or `--provider NAME` the storm over the providers.
const isOfProviders = process.argv.some((argument) => /^--providers?(?:=|$)/.test(argument));
await import(isOfProviders ? './chaos/providers/storm-of-providers.ts' : './chaos/storm.ts');
