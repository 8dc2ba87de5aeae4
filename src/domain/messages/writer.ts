/** Makes the function with which a part of the site says its sentences. */
type Values = Readonly<Record<string, string | number>>;

/** Returns a function that looks up a sentence by its id and replaces `{count}` and the like with `values`. */
export function writer<Id extends string>(sentences: Readonly<Record<Id, string>>) {
  return (id: Id, values: Values = {}): string =>
    sentences[id].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
