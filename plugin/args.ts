import { parseArgs } from "node:util";
import type { RuleSetName } from "../shared/model/report.ts";
import { millisecondsOf } from "../shared/model/time.ts";
import { type Flag, flags } from "./flags.ts";
import { nearest } from "./nearest.ts";

/** What the command line asks for, checked. */
export interface Options {
  readonly name?: string;
  readonly namespace?: string;
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly output: string;
  readonly ruleSet?: RuleSetName;
  readonly at?: string;
  readonly exitCode: boolean;
  readonly color: "auto" | "always" | "never";
  readonly ascii: boolean;
  readonly width?: number;
  readonly context?: string;
  readonly kubeconfig?: string;
  /** Milliseconds; 0 is no limit. */
  readonly requestTimeout?: number;
  readonly wants: "report" | "version" | "help";
}

/** Options, or the one sentence that says what is wrong with the command line (kubectl's phrases). */
export function parseOptions(argv: readonly string[]): Options | { readonly error: string } {
  const values = new Map<string, string[]>();
  const names: string[] = [];
  const { tokens } = parseArgs({
    args: spelledOut(argv),
    options: table,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "positional") names.push(token.value);
    if (token.kind !== "option") continue;
    const flag = flags.find((each) => each.name === token.name);
    if (flag === undefined) return { error: unknownFlag(token.rawName, argv) };
    const value = textOf(flag, token.value);
    if (value === undefined) return { error: missingValue(flag, token.rawName, token.value) };
    values.set(flag.name, [...(values.get(flag.name) ?? []), value]);
  }
  if (names.length > 1)
    return { error: `one HyperConverged at a time: got ${names.map((name) => `"${name}"`).join(", ")}` };
  return check(values, names[0]);
}

const table = Object.fromEntries(
  flags.map(({ name, short, value }) => [
    name,
    {
      type: value === undefined ? ("boolean" as const) : ("string" as const),
      ...(short === undefined ? {} : { short }),
    },
  ]),
);

/** pflag takes `-n=x` and `-A=false`, which parseArgs reads as a group of letters: they become their long form. */
function spelledOut(argv: readonly string[]): string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return argv.map((arg, position) => {
    const [, letter, value] = /^-([A-Za-z])=(.*)$/s.exec(arg) ?? [];
    const flag = position < end ? flags.find(({ short }) => short !== undefined && short === letter) : undefined;
    return flag === undefined ? arg : `--${flag.name}=${value}`;
  });
}

/** A switch takes `=true` and `=false` too. */
function textOf(flag: Flag, given: string | boolean | undefined): string | undefined {
  if (flag.value !== undefined) return typeof given === "string" ? given : undefined;
  if (given === undefined || given === true) return "true";
  return given === "true" || given === "false" ? given : undefined;
}

function missingValue(flag: Flag, rawName: string, given: string | boolean | undefined): string {
  if (flag.value === undefined)
    return `invalid argument "${given}" for "--${flag.name}": it is a switch, true or false`;
  return rawName.startsWith("--")
    ? `flag needs an argument: --${flag.name}`
    : `flag needs an argument: '${flag.short}' in ${rawName}`;
}

function unknownFlag(rawName: string, argv: readonly string[]): string {
  if (!rawName.startsWith("--")) return `unknown shorthand flag: '${rawName.slice(1)}' in ${groupOf(rawName, argv)}`;
  const guess = nearest(
    rawName.slice(2),
    flags.map((flag) => flag.name),
  );
  return `unknown flag: ${rawName}${guess === undefined ? "" : `; did you mean --${guess}?`}`;
}

/** The word the person typed around one letter of a group such as `-Az`. */
function groupOf(rawName: string, argv: readonly string[]): string {
  return argv.find((arg) => /^-[^-]/.test(arg) && arg.includes(rawName.slice(1))) ?? rawName;
}

function check(values: ReadonlyMap<string, readonly string[]>, name: string | undefined): Options | { error: string } {
  const last = (flag: string): string | undefined => values.get(flag)?.at(-1);
  const isOn = (flag: string): boolean => last(flag) === "true";
  for (const { name: flag, choices } of flags) {
    const value = last(flag);
    if (choices !== undefined && value !== undefined && !choices.includes(value))
      return { error: badChoice(flag, value, choices) };
  }
  const [at, width, timeout] = [last("at"), last("width"), last("request-timeout")];
  if (at !== undefined && millisecondsOf(at) === undefined) {
    return { error: `invalid time "${at}" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z` };
  }
  if (width !== undefined && !/^\d{1,5}$/.test(width)) {
    return { error: `invalid width "${width}" for --width: use a number of columns, or 0 for no wrapping` };
  }
  const requestTimeout = timeout === undefined ? undefined : millisecondsOfTimeout(timeout);
  if (timeout !== undefined && requestTimeout === undefined) {
    return {
      error: `invalid value "${timeout}" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)`,
    };
  }
  // kubectl takes a list with commas too.
  const files = (values.get("filename") ?? []).flatMap((value) => value.split(","));
  // A variable that is not set must not turn a dump into the cluster that happens to be current.
  if (files.includes("")) return { error: "--filename (-f) names no file: its value is empty" };
  if (isOn("recursive") && files.length === 0) return { error: "--recursive (-R) needs --filename (-f)" };
  const namespace = isOn("all-namespaces") ? undefined : last("namespace");
  return {
    ...given("name", name),
    ...given("namespace", namespace === "" ? undefined : namespace),
    files,
    recursive: isOn("recursive"),
    output: last("output") ?? "text",
    ...given("ruleSet", last("rules") as RuleSetName | undefined),
    ...given("at", at),
    exitCode: isOn("exit-code"),
    color: (last("color") ?? "auto") as Options["color"],
    ascii: isOn("ascii"),
    ...given("width", width === undefined ? undefined : Number(width)),
    ...given("context", last("context")),
    ...given("kubeconfig", last("kubeconfig")),
    ...given("requestTimeout", requestTimeout),
    wants: isOn("help") ? "help" : isOn("version") ? "version" : "report",
  };
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]?: V });
}

function badChoice(flag: string, value: string, choices: readonly string[]): string {
  const allowed = `allowed: ${choices.join(", ")}`;
  if (flag === "output") return `unable to match a printer suitable for the output format "${value}", ${allowed}`;
  const guess = nearest(value, choices);
  return `invalid value "${value}" for --${flag}${guess === undefined ? "" : `, did you mean ${guess}?`}; ${allowed}`;
}

/** kubectl's ParseTimeout: whole seconds, or Go's units in a row; milliseconds here. */
function millisecondsOfTimeout(value: string): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(value)) return undefined;
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  return [...value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0),
    0,
  );
}
