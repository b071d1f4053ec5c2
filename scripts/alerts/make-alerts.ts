/** `npm run generate -- alerts`: alerts for Prometheus and a dashboard for Grafana. */
import fs from 'node:fs';
import { ALERT_RULES, alertsYaml } from './alert-rules.ts';
import { dashboardJson } from './dashboard.ts';

fs.writeFileSync('deploy/prometheus/alerts.yaml', alertsYaml(ALERT_RULES));
fs.writeFileSync('deploy/grafana/scanship.json', dashboardJson());
