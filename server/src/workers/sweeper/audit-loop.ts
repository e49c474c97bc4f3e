import { runAudit } from '../../features/settlement/audit/run-audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

export function startAuditLoop(platform: Platform): WorkerLoop {
  const { config, log, loops } = platform;
  return loops.start({
    name: 'audit',
    idleMs: config.auditSeconds * 1_000,
    round: async () => {
      const findings = await runAudit(platform);
      if (findings.length > 0) log.error({ findings: findings.slice(0, 20) }, 'the audit found a difference');
      return false;
    },
  });
}
