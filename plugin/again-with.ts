import { kubectlWith, quoted } from "../shared/render/kubectl-with.ts";
import type { Options } from "./options.ts";

/** The words that reach the same objects of the same source once more, quoted for a shell; a secret is never repeated. */
export function againWith(options: Options): string {
  const { word, targets, namespace, selector, fieldSelector, files, recursive, mustGather, profile, at } = options;
  const words = [
    ...(word === undefined ? [] : [word]),
    ...targets.map(({ type, name }) => (name === undefined ? type : `${type}/${name}`)),
    ...flag("-n", namespace),
    ...flag("-l", selector),
    ...flag("--field-selector", fieldSelector),
    ...files.flatMap((file) => ["-f", file]),
    ...(recursive ? ["-R"] : []),
    ...flag("--must-gather", mustGather),
    ...flag("--profile", profile),
    ...flag("--at", at),
  ].map(quoted);
  const [, ...reach] = kubectlWith(options.reach).split(" ");
  return [...words, ...reach].join(" ");
}

function flag(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}
