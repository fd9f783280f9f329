import { promisify } from "node:util";
import { deflateRaw, inflateRaw, type ZlibOptions } from "node:zlib";
import { printReport } from "../../shared/outline/printed-report.ts";
import { quietJson } from "../../shared/render/formats/json.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** Prints the Reports of clusters piece by piece, so that neither memory nor a string has to hold them all. */
export interface DocumentStream {
  /** Takes the Report of a cluster that was read. Resolves when the next one may come. */
  readonly take: (member: FleetMember) => Promise<void>;
  /** Prints what is left, in the order of these clusters. */
  readonly end: (contexts: readonly string[]) => Promise<void>;
}

type Outlet = Pick<HostEnvironment, "print" | "taken">;

/** One document in a line for each cluster, as soon as it was read. A slow reader holds the next clusters up. */
export function streamLines({ print, taken }: Outlet): DocumentStream {
  return {
    take({ report }) {
      print(`${quietJson(printReport(report))}\n`);
      return taken();
    },
    async end() {},
  };
}

const compress = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const expand = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw);

/**
 * A JSON array of all Reports, the same text as of the whole array at once. Their order is known when all were read, so
 * they wait compressed, to about a fifteenth: the first one is the dictionary of the others. `collectGarbage` is called
 * after each that was printed.
 */
export function streamArray({ print, taken }: Outlet, collectGarbage: () => void = () => {}): DocumentStream {
  const waiting = new Map<string, Uint8Array>();
  let dictionary: Buffer | undefined;
  return {
    async take({ context, report }) {
      const text = Buffer.from(quietJson(printReport(report)));
      dictionary ??= text.subarray(0, maxDictionaryBytes);
      // A copy: the result is a part of a block that is many times larger.
      waiting.set(context, new Uint8Array(await compress(text, { level: 1, dictionary })));
    },
    async end(contexts) {
      let isFirst = true;
      for (const context of contexts) {
        const packed = waiting.get(context);
        if (packed === undefined || dictionary === undefined) continue;
        const report: unknown = JSON.parse((await expand(packed, { dictionary })).toString());
        waiting.delete(context);
        print(`${isFirst ? "[\n" : ",\n"}${quietJson(report, 2).replace(/^/gm, "  ")}`);
        isFirst = false;
        await taken();
        collectGarbage();
      }
      print(isFirst ? "[]\n" : "\n]\n");
    },
  };
}

/** Bytes of a dictionary. It must fit into zlib's window of 32 KiB with room for where two Reports differ. */
const maxDictionaryBytes = 28 * 1024;
