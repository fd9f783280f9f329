import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { quietJson } from "../../shared/render/formats/json.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet-member.ts";
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
      print(`${quietJson(report)}\n`);
      return taken();
    },
    async end() {},
  };
}

const [compress, expand] = [promisify(deflateRaw), promisify(inflateRaw)];

/**
 * A JSON array of all Reports, the same text as of the whole array at once. Their order is known when all were read, so
 * they wait compressed, to about a twentieth.
 */
export function streamArray({ print, taken }: Outlet): DocumentStream {
  const waiting = new Map<string, Buffer>();
  return {
    async take({ context, report }) {
      waiting.set(context, await compress(quietJson(report, 2), { level: 1 }));
    },
    async end(contexts) {
      let isFirst = true;
      for (const context of contexts) {
        const text = (await expand(waiting.get(context) ?? Buffer.alloc(0))).toString();
        waiting.delete(context);
        print(`${isFirst ? "[\n" : ",\n"}${text.replace(/^/gm, "  ")}`);
        isFirst = false;
        await taken();
      }
      print(isFirst ? "[]\n" : "\n]\n");
    },
  };
}
