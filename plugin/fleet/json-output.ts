import { changesBetween } from "../../shared/changes/compare-reports.ts";
import type { Report } from "../../shared/model/report.ts";
import { createDocumentSurface } from "../follow/json-output.ts";
import type { WatchSurface } from "../follow/surface.ts";
import type { FollowedMember } from "./follow-member.ts";
import { createFleetTalk } from "./log-prefix.ts";
import type { FleetShow, FleetSurface } from "./surface.ts";

/** Prints a document in a line for each change of any cluster. The name of its source is the context. */
export function fleetDocuments({ members, world }: FleetShow): FleetSurface {
  const surfaces = new Map(members.map((one) => [one.name, surfaceOf(one)]));
  const talk = createFleetTalk(world);

  function surfaceOf({ member, link }: FollowedMember): WatchSurface {
    const report = (): Report => member().report;
    return createDocumentSurface({ world, report, changesSince: (shown) => changesBetween(shown, report()), link });
  }

  return {
    changed(one) {
      if (one.member().trouble?.is !== "connecting") surfaces.get(one.name)?.changed();
    },
    aside: (work) => work(),
    message: talk.message,
    close() {
      talk.close();
      for (const surface of surfaces.values()) surface.close();
    },
  };
}
