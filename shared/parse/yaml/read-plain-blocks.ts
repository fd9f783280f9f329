import { goBooleans, goScalarType } from "./go-scalars.ts";

/** A line of a text: `  server: x` has the indent 2 and the content `server: x`. */
interface PlainLine {
  readonly indent: number;
  readonly content: string;
}

/** The deepest nesting; a kubeconfig has five levels. */
const maxLevels = 20;

/**
 * Reads a YAML mapping as `kubectl config` writes one: block mappings and lists, with scalars on one line. Undefined
 * for any text with something else in it, such as an anchor, a block scalar, a number, an odd character or a scalar of
 * several lines: js-yaml reads those. So a usual kubeconfig is read without js-yaml, whose loading takes most of the
 * time.
 */
export function readPlainBlocks(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\x20-\x7e\n]*$/.test(text)) return undefined;
  const lines = text.split("\n").flatMap((line) => {
    const indent = line.search(/\S|$/);
    const content = line.slice(indent);
    return line === "" || content.startsWith("#") ? [] : [{ indent, content }];
  });
  const reader = new BlockReader(lines);
  const value = lines.length > 0 ? reader.readMapping(0, 0) : undefined;
  return reader.isAtEnd ? value : undefined;
}

/** Reads one block after the other. Every method returns undefined where a line is not plain. */
class BlockReader {
  readonly #lines: readonly PlainLine[];
  #next = 0;

  constructor(lines: readonly PlainLine[]) {
    this.#lines = lines;
  }

  get isAtEnd(): boolean {
    return this.#next === this.#lines.length;
  }

  /**
   * The mapping whose keys stand at `indent`. `first`: the rest of the next line, where that begins with the dash of a
   * list.
   */
  readMapping(indent: number, level: number, first?: string): Record<string, unknown> | undefined {
    const mapping: Record<string, unknown> = {};
    if (level > maxLevels) return undefined;
    for (let content = first ?? this.#contentAt(indent); content !== undefined; content = this.#contentAt(indent)) {
      const { key = "", scalar } = keyLine.exec(content)?.groups ?? {};
      if (key === "" || goBooleans.has(key) || goScalarType(key) !== "string") return undefined;
      this.#next += 1;
      const value = scalar === undefined ? this.#readBelow(indent, level) : this.#readScalar(scalar, indent);
      if (value === undefined) return undefined;
      mapping[key] = value;
    }
    return mapping;
  }

  /** The list whose dashes stand at `indent`. */
  #readList(indent: number, level: number): unknown[] | undefined {
    const list: unknown[] = [];
    for (let content = this.#contentAt(indent); content?.startsWith("- ") === true; content = this.#contentAt(indent)) {
      const item = content.slice(2);
      const isMapping = keyLine.test(item);
      if (!isMapping) this.#next += 1;
      const value = isMapping ? this.readMapping(indent + 2, level + 1, item) : this.#readScalar(item, indent);
      if (value === undefined) return undefined;
      list.push(value);
    }
    return list;
  }

  /** What stands below a key without a scalar: a block that is further in, a list at the same place, or nothing. */
  #readBelow(indent: number, level: number): unknown {
    const line = this.#lines[this.#next];
    if (line === undefined || line.indent < indent) return null;
    if (line.content.startsWith("- ")) return this.#readList(line.indent, level + 1);
    return line.indent === indent ? null : this.readMapping(line.indent, level + 1);
  }

  /** A scalar. A line that is further in than its line would continue it. */
  #readScalar(scalar: string, indent: number): unknown {
    if ((this.#lines[this.#next]?.indent ?? 0) > indent) return undefined;
    const { quoted } = quotedScalar.exec(scalar)?.groups ?? {};
    if (quoted !== undefined) return quoted.slice(1, -1);
    if (scalar === "{}") return {};
    if (scalar === "[]") return [];
    if (!plainScalar.test(scalar)) return undefined;
    const type = goScalarType(scalar);
    if (type === "boolean") return goBooleans.get(scalar);
    if (type === "null") return null;
    return type === "string" ? scalar : undefined;
  }

  #contentAt(indent: number): string | undefined {
    const line = this.#lines[this.#next];
    return line?.indent === indent ? line.content : undefined;
  }
}

const keyLine = /^(?<key>[A-Za-z][\w.-]{0,99}):(?: (?<scalar>\S.*))?$/;
const quotedScalar = /^(?<quoted>"[^"\\]*"|'[^']*')$/;
/** No sign of YAML stands in it: neither `: ` nor ` #` can, because it has no space. Infinity is no JSON. */
const plainScalar = /^(?!---|\.\.\.|-?\.(?:inf|nan)$)(?:[A-Za-z0-9/._]|-(?=[^ ]))[\w.@:/+=,%-]*(?<!:)$/i;
