import { expect, test } from "vitest";
import type { ClusterPlace } from "../../../extension/places/place.ts";
import { createClosedPlaces } from "../../../extension/schema/closed-places.ts";
import { cluster, isLive, placeRig } from "../place-rig.ts";

const place: ClusterPlace = { kind: "cluster", namespaces: [] };

function scene() {
  const rig = placeRig();
  const changes: string[] = [];
  const closed = createClosedPlaces(
    rig.dependencies.machine,
    rig.clock.now,
    () => changes.push("changed"),
    rig.dependencies.failed,
  );
  /** What is known of the place once the kubeconfig was read. */
  const read = async () => {
    closed.lookUp(place);
    await rig.advance(0);
    return closed.lookUp(place);
  };
  return { rig, changes, read };
}

test("a place that is not open is known by its kubeconfig, as it is when it is open; no request is sent", async () => {
  const server = await cluster("hco");
  const { rig, changes, read } = scene();
  rig.write({ prod: { server: server.address() } });
  const found = await read();
  expect([found?.context, changes, server.asked.length]).toEqual(["prod", ["changed"], 0]);
  const shared = rig.showPlace();
  await rig.until(() => isLive(shared, "hco"));
  expect(shared.state().identity).toBe(found?.identity);
});

test("a kubeconfig that leads elsewhere is noticed, and one that leads nowhere is no cluster", async () => {
  const { rig, changes, read } = scene();
  rig.write({ prod: { server: "https://127.0.0.1:1" } });
  const first = await read();
  rig.write({ prod: { server: "https://127.0.0.1:2" } });
  expect(await read()).toEqual(first);
  await rig.advance(10_000);
  expect((await read())?.identity).not.toBe(first?.identity);
  rig.writeText("");
  await rig.advance(10_000);
  expect(await read()).toBeUndefined();
  expect(changes.length).toBe(3);
});

test("a program for logging in is not run", async () => {
  const { rig, read } = scene();
  rig.write({ prod: { server: "https://127.0.0.1:1", user: { exec: { command: "/does/not/exist" } } } });
  expect((await read())?.context).toBe("prod");
});
