/**
 * Replaces zod in the browser (see vite.config.ts). The server validates both directions, so the web app reads only
 * field names and list values; saves 25 kB per page.
 */
type Shape = Readonly<Record<string, unknown>>;

/** A schema that is only passed on: whatever is asked of it is another one. */
const plain: unknown = new Proxy(() => plain, { get: () => plain, apply: () => plain });

/** Answers what is in `known`; everything else is passed on as it is. */
const schema = <T extends object>(known: T): T =>
  new Proxy(known, { get: (target, name) => (name in target ? target[name as keyof T] : () => schema(known)) });

const object = (shape: Shape = {}): unknown =>
  schema({
    shape,
    extend: (more: Shape) => object({ ...shape, ...more }),
    pick: (names: Shape) => object(Object.fromEntries(Object.entries(shape).filter(([name]) => name in names))),
    omit: (names: Shape) => object(Object.fromEntries(Object.entries(shape).filter(([name]) => !(name in names)))),
  });

const list = (options: readonly unknown[]): unknown => {
  const safeParse = (value: unknown) =>
    options.includes(value) ? { success: true, data: value } : { success: false, data: undefined };
  return schema({
    options,
    safeParse,
    parse(value: unknown) {
      if (!options.includes(value)) throw new Error(`${String(value)} is not one of ${options.join(', ')}.`);
      return value;
    },
  });
};

export const z = new Proxy({ object, enum: list } as Record<string, unknown>, {
  get: (target, name) => target[name as string] ?? plain,
});
