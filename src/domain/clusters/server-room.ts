/**
 * How many free environments one server holds, and what its Kubernetes has to be told for them (deploy/single-node).
 *
 * One server runs the whole platform and is sold by its memory; a cloud's nodes are counted by what Kubernetes says they
 * have left (room.ts). Both count one pod the same.
 *
 * Owns: the numbers that are reserved for everything else on the server. Asked by `npm run setup` and the deploy check;
 * the installation only compares the server with what they wrote.
 */
import { FREE_REQUESTS, POD_OVERHEAD_MIB } from './room.ts';

/** Of each gibibyte sold, the kernel shows about this share to programs. */
const VISIBLE_SHARE = 0.96;
/** Debian, k3s with etcd and containerd; the kubelet keeps it free (deploy/single-node/server.sh; held equal by a test). */
export const SYSTEM_MIB = 3072;
/** Everything beside the environments that the profile runs: Argo CD, Keycloak, PostgreSQL, ingress, sign-in, tunnel. */
export const PLATFORM_REQUESTS = { memoryMib: 3072, cpuMillis: 1500 } as const;
/** Left free for larger plans and for the copies, which all begin in one minute and wait for room. */
const SPARE_SHARE = 0.1;
/** Kubernetes is tested up to 110 pods a node; distributions that allow more go to 500 by default. */
const ENVIRONMENTS_MAX = 500;
/** Pods of the profile itself, while each of them is being replaced. */
const PLATFORM_PODS = 60;
/** A kubelet's limit in whole steps, so that a small change of the requests does not restart it. */
const POD_STEP = 16;
/**
 * Addresses of the node's pods: 2048, twice what the largest server runs, because an address rests before it is given
 * again. One size for all servers: a node's range cannot be changed later, and a server gets more memory.
 */
const NODE_CIDR_MASK = 21;

/** Less memory than this holds the profile, and too few environments to be worth it. */
export const MEMORY_GIB_MIN = 16;

/** What one server holds. */
export interface ServerRoom {
  /** Free environments that run at the same time; the cluster's `capacity`. */
  readonly environments: number;
  /** The kubelet's `max-pods`. */
  readonly maxPods: number;
  /** Length of the prefix of the node's pod addresses. */
  readonly nodeCidrMask: number;
  /** Processors (threads) that so many environments request. */
  readonly cpusMin: number;
}

/**
 * The ceiling of a server.
 * @param memoryGib As sold, in whole gibibytes.
 * @returns `null` for a server that is too small.
 */
export function serverRoom(memoryGib: number): ServerRoom | null {
  if (!(memoryGib >= MEMORY_GIB_MIN)) return null;
  const left = memoryGib * 1024 * VISIBLE_SHARE - SYSTEM_MIB - PLATFORM_REQUESTS.memoryMib;
  const each = FREE_REQUESTS.memoryMib + POD_OVERHEAD_MIB;
  const environments = Math.min(ENVIRONMENTS_MAX, Math.floor((left * (1 - SPARE_SHARE)) / each));
  // Beside each environment's pod, a quarter of the copies at once.
  const pods = PLATFORM_PODS + environments + Math.ceil(environments / 4);
  return {
    environments,
    maxPods: Math.ceil(pods / POD_STEP) * POD_STEP,
    nodeCidrMask: NODE_CIDR_MASK,
    cpusMin: Math.ceil((environments * FREE_REQUESTS.cpuMillis + PLATFORM_REQUESTS.cpuMillis) / 1000),
  };
}
