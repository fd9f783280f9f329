import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Cluster } from "./server.ts";

/**
 * The `conversion` of a CRD whose webhook responds to each request with this error. It ends with the calling process. The
 * error is that of https://github.com/kubevirt/hyperconverged-cluster-operator/issues/4549.
 */
export async function refusingConversion({ directory }: Cluster): Promise<object> {
  const [cert, key, ca] = await Promise.all(
    ["server.crt", "server.key", "ca.crt"].map((name) => readFile(join(directory, name))),
  );
  const server = createServer({ cert, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const review = JSON.parse(Buffer.concat(chunks).toString()) as { apiVersion: string; request: { uid: string } };
    const answer = {
      apiVersion: review.apiVersion,
      kind: "ConversionReview",
      response: {
        uid: review.request.uid,
        convertedObjects: [],
        result: { status: "Failure", message: conversionError },
      },
    };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clientConfig = { url: `https://127.0.0.1:${port}/convert`, caBundle: ca?.toString("base64") };
  return { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } };
}

const conversionError =
  "json: cannot unmarshal object into Go struct field HyperConvergedSpec.spec.featureGates of type " +
  "featuregates.HyperConvergedFeatureGates";
