import { promisify } from "node:util";
import { deflateRaw, inflateRaw, type ZlibOptions } from "node:zlib";
import { printReport } from "../../shared/outline/printed-report.ts";
import { quietJson } from "../../shared/render/formats/json.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** Prints the Reports of clusters one by one, so that neither memory nor a string has to hold all of them. */
export interface DocumentStream {
  /** Takes the Report of a cluster that was read. Resolves when the next Report may come. */
  readonly take: (member: FleetMember) => Promise<void>;
  /** Prints the Reports that were not printed yet, in the order of these clusters. */
  readonly end: (contexts: readonly string[]) => Promise<void>;
}

type DocumentOutput = Pick<HostEnvironment, "print" | "taken">;

/** Prints one document in a line for each cluster, as soon as the cluster was read. A slow reader delays the next clusters. */
export function streamLines({ print, taken }: DocumentOutput): DocumentStream {
  return {
    take({ report }) {
      print(`${quietJson(printReport(report))}\n`);
      return taken();
    },
    async end() {},
  };
}

/**
 * Prints a JSON array of all Reports, with the same text as if the whole array was printed at once. The order of the Reports is
 * known when all clusters were read. Until then the Reports wait compressed.
 * @param printed is called after each Report that was printed.
 */
export function streamArray({ print, taken }: DocumentOutput, printed: () => void = () => {}): DocumentStream {
  const waitingReports = new CompressedReports();
  return {
    take: ({ context, report }) => waitingReports.add(context, quietJson(printReport(report))),
    async end(contexts) {
      let isFirst = true;
      for (const context of contexts) {
        const text = await waitingReports.remove(context);
        if (text === undefined) continue;
        const report: unknown = JSON.parse(text);
        print(`${isFirst ? "[\n" : ",\n"}${quietJson(report, 2).replace(/^/gm, "  ")}`);
        isFirst = false;
        await taken();
        printed();
      }
      print(isFirst ? "[]\n" : "\n]\n");
    },
  };
}

const compress = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const expand = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw);

/** Bytes of a dictionary. It must fit into zlib's window of 32 KiB with room for where two Reports differ. */
const maxDictionaryBytes = 28 * 1024;

/** Texts by their clusters, compressed to about a fifteenth: the first text is the dictionary of the others. */
class CompressedReports {
  readonly #compressedTexts = new Map<string, Uint8Array>();
  #dictionary: Buffer | undefined;

  async add(context: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.#dictionary ??= bytes.subarray(0, maxDictionaryBytes);
    const compressed = await compress(bytes, { level: 1, dictionary: this.#dictionary });
    // A copy, because `compressed` is a part of a block that is many times larger.
    this.#compressedTexts.set(context, new Uint8Array(compressed));
  }

  /** Returns the text of a cluster, and drops it. Undefined for a cluster without a text. */
  async remove(context: string): Promise<string | undefined> {
    const compressed = this.#compressedTexts.get(context);
    if (compressed === undefined || this.#dictionary === undefined) return undefined;
    this.#compressedTexts.delete(context);
    const bytes = await expand(compressed, { dictionary: this.#dictionary });
    return bytes.toString();
  }
}
