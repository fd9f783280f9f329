import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileFunction } from "node:vm";
import * as vscode from "vscode";

/** An extension that was activated here and not by VS Code, out of modules of its own, with all that it holds. */
export interface Instance {
  readonly context: Pick<vscode.ExtensionContext, "subscriptions">;
  /** What VS Code does when the extension ends. */
  dispose(): void;
  /** What it has registered, created or listens to and not given back, by the call that made it: `window.createTreeView`. */
  held(): readonly string[];
  /** Timers that are running. */
  timers(): number;
  /** What it asked VS Code to make, by the same names, with the words it did so with. */
  readonly calls: readonly Call[];
  /** The first of them by this name. */
  firstCall(name: string): Call;
}

interface Call {
  readonly name: string;
  readonly words: readonly unknown[];
  /** What VS Code gave, as the extension sees it. */
  readonly result: unknown;
}

type Api = typeof vscode;

const extension = vscode.extensions.getExtension("hco-status.hco-status");
if (extension === undefined) throw new Error("the extension is not here");
export const bundles: string = join(extension.extensionPath, "dist", "extension");
const entry = join(bundles, "extension.cjs");
/** Loads modules as a file of the extension's folder does: with its own translations and its own name. */
const requireThere = createRequire(entry);

/** The bundles as they are, with an API that remembers what was asked of it; `instead` says what is done instead of a call. */
export function startInstance(instead: Readonly<Record<string, (...words: never[]) => unknown>> = {}): Instance {
  const holding = new Map<object, string>();
  const timers = new Set<unknown>();
  const calls: Call[] = [];
  const api = watchApi(requireThere("vscode") as Api, { holding, calls, instead });
  const { activate } = loader(api, timers)(entry) as { activate(context: vscode.ExtensionContext): void };
  const kept = new Map<string, unknown>();
  const storage = mkdtempSync(join(tmpdir(), "hco-status-storage-"));
  const context = {
    subscriptions: [] as vscode.Disposable[],
    extensionUri: extension?.extensionUri,
    globalStorageUri: vscode.Uri.file(storage),
    workspaceState: {
      get: (key: string) => kept.get(key),
      async update(key: string, value: unknown) {
        kept.set(key, value);
      },
    },
  };
  activate(context as unknown as vscode.ExtensionContext);
  return {
    context,
    calls,
    firstCall(name) {
      const found = calls.find((call) => call.name === name);
      if (found === undefined) throw new Error(`never called: ${name}`);
      return found;
    },
    dispose() {
      for (const one of context.subscriptions.splice(0)) one.dispose();
      rmSync(storage, { recursive: true, force: true, maxRetries: 9 });
    },
    held: () => [...holding.values()].toSorted(),
    timers: () => timers.size,
  };
}

interface Watch {
  readonly holding: Map<object, string>;
  readonly calls: Call[];
  readonly instead: Readonly<Record<string, (...words: never[]) => unknown>>;
}

function watchApi(api: Api, { holding, calls, instead }: Watch): Api {
  const hold = (name: string, one: vscode.Disposable): vscode.Disposable => {
    const token = {};
    holding.set(token, name);
    return overlay(one, {
      dispose() {
        holding.delete(token);
        return one.dispose();
      },
    });
  };
  const namespace = (of: string, target: object): object =>
    new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== "function") return value;
        const name = `${of}.${String(key)}`;
        return (...words: never[]) => {
          const given: unknown = (instead[name] ?? value).apply(target, words);
          // A word in the status bar goes by itself.
          const isKept = isDisposable(given) && name !== "window.setStatusBarMessage";
          const result = isKept ? hold(name, given) : given;
          calls.push({ name, words, result });
          return result;
        };
      },
    });
  class Emitter<T> extends api.EventEmitter<T> {
    constructor() {
      super();
      const { event } = this;
      const heard: vscode.Disposable[] = [];
      const listen: vscode.Event<T> = (...words) => {
        const one = hold("EventEmitter.event", event(...words));
        heard.push(one);
        return one;
      };
      Object.defineProperty(this, "event", { value: listen });
      // VS Code itself stops listening to a tree only so.
      const dispose = (): void => {
        for (const one of heard) one.dispose();
        super.dispose();
      };
      Object.defineProperty(this, "dispose", { value: dispose });
    }
  }
  const named = ["commands", "env", "extensions", "languages", "lm", "window", "workspace"] as const;
  return overlay(api, {
    ...Object.fromEntries(named.map((of) => [of, namespace(of, api[of])])),
    EventEmitter: Emitter,
  });
}

/** `target` with some of its parts replaced, even where it is frozen. */
function overlay<T extends object>(target: T, parts: Readonly<Record<string, unknown>>): T {
  return new Proxy({} as T, {
    get(_, key) {
      if (typeof key === "string" && Object.hasOwn(parts, key)) return parts[key];
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" && !/^class\b/.test(String(value)) ? value.bind(target) : value;
    },
    set: (_, key, value) => Reflect.set(target, key, value),
    has: (_, key) => Reflect.has(target, key),
  });
}

function isDisposable(value: unknown): value is vscode.Disposable {
  return typeof value === "object" && value !== null && "dispose" in value && typeof value.dispose === "function";
}

/** Reads bundles as Node does, each once, with an API and timers of ours. */
function loader(api: Api, timers: Set<unknown>): (file: string) => unknown {
  const modules = new Map<string, { exports: unknown }>();
  const globals = {
    setTimeout(call: () => void, ...more: never[]): unknown {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          call();
        },
        ...more,
      );
      timers.add(timer);
      return timer;
    },
    setInterval(...words: Parameters<typeof setInterval>): unknown {
      const timer = setInterval(...words);
      timers.add(timer);
      return timer;
    },
    clearTimeout(timer: NodeJS.Timeout): void {
      timers.delete(timer);
      clearTimeout(timer);
    },
    clearInterval(timer: NodeJS.Timeout): void {
      timers.delete(timer);
      clearInterval(timer);
    },
  };
  const parts = ["exports", "require", "module", "__filename", "__dirname", ...Object.keys(globals)];
  return function load(file: string): unknown {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const run = (code: string): void => {
      const compiled = compileFunction(code, parts, { filename: file });
      compiled(module.exports, require, module, file, dirname(file), ...Object.values(globals));
    };
    // A packed file runs its code by the method that Node's modules have.
    const module = { exports: {}, _compile: run };
    modules.set(file, module);
    const require = (name: string): unknown => {
      if (name === "vscode") return api;
      return name.startsWith("./") ? load(join(dirname(file), name)) : requireThere(name);
    };
    run(readFileSync(file, "utf8"));
    return module.exports;
  };
}
