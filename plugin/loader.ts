import { Script } from "node:vm";

/** Gives the exports of a bundle or of a module of Node's, as `require` does. */
export type LoadFile = (name: string) => unknown;

/** Where the bundles are: `./run.cjs` is called `run.cjs` there. */
export interface Shelf {
  readonly builtin: (name: string) => unknown;
  readonly isBuiltin: (name: string) => boolean;
  readonly source: (name: string) => string;
  /** What V8 made of it before; absent: it begins anew. */
  readonly compiled?: (name: string) => Buffer | undefined;
  /** Told of each script that was run. */
  readonly onScript?: (name: string, script: Script) => void;
}

/** Loads CommonJS bundles that lie on no disk, each once. */
export function loaderOf(shelf: Shelf): LoadFile {
  const loaded = new Map<string, { exports: unknown }>();
  const load: LoadFile = (name) => {
    if (shelf.isBuiltin(name)) return shelf.builtin(name);
    const file = name.replace(/^\.\//, "");
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    run(file)(module.exports, load, module);
    return module.exports;
  };

  function run(file: string): (exports: object, require: LoadFile, module: object) => void {
    const cachedData = shelf.compiled?.(file);
    const source = `(function (exports, require, module) {${shelf.source(file).replace(/^#!/, "//")}\n})`;
    const script = new Script(source, { filename: file, ...(cachedData !== undefined && { cachedData }) });
    shelf.onScript?.(file, script);
    return script.runInThisContext();
  }

  return load;
}
