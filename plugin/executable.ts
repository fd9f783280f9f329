import { isBuiltin } from "node:module";
import { getAsset, getAssetKeys, getRawAsset } from "node:sea";
import { type LoadFile, loaderOf } from "./loader.ts";

// What a single executable begins with: it holds the bundles and what V8 made of them, and looks at no file for either.

declare const require: (name: string) => unknown;

const kept = new Set(getAssetKeys());
const load: LoadFile = loaderOf({
  builtin: require,
  isBuiltin,
  source: (name) => getAsset(name, "utf8"),
  compiled: (name) => (kept.has(`${name}.compiled`) ? Buffer.from(getRawAsset(`${name}.compiled`)) : undefined),
});

load("./kubectl-hco_status.cjs");
