/** What each system's service manager is told. Pure texts; install.ts puts them in place. */
import path from 'node:path';
import { SERVICE_NAME } from '../folders.ts';

/** systemd wants % doubled and values with blanks in quotes. */
const unitValue = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;

/** A user's unit: no rights but the person's own. */
export const systemdUnit = (home: string, title: string): string => `[Unit]
Description=${title.replace(/[\r\n]/g, ' ').replaceAll('%', '%%')}
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${unitValue(path.posix.join(home, 'node'))} ${unitValue(path.posix.join(home, 'launcher.cjs'))}
Environment=${unitValue(`PRINT_AGENT_HOME=${home}`)}
Restart=always
RestartSec=5
RestartPreventExitStatus=76
KillMode=mixed
TimeoutStopSec=30
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`;

export const xmlText = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const LAUNCH_LABEL = `com.${SERVICE_NAME}`;

/** macOS, per person. */
export const launchAgentPlist = (home: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${LAUNCH_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
    <string>${xmlText(path.posix.join(home, 'node'))}</string>
    <string>${xmlText(path.posix.join(home, 'launcher.cjs'))}</string>
  </array>
  <key>EnvironmentVariables</key>
  <dict><key>PRINT_AGENT_HOME</key><string>${xmlText(home)}</string></dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>ThrottleInterval</key><integer>5</integer>
  <key>ProcessType</key><string>Background</string>
</dict>
</plist>
`;

/**
 * Windows, at the log-on of one person, without administrator's rights. conhost --headless keeps the console window away.
 * @param user DOMAIN\name
 */
export const scheduledTask = (
  home: string,
  user: string,
  title: string,
): string => `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>${xmlText(title)}</Description></RegistrationInfo>
  <Triggers><LogonTrigger><Enabled>true</Enabled><UserId>${xmlText(user)}</UserId></LogonTrigger></Triggers>
  <Principals><Principal id="Author"><UserId>${xmlText(user)}</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author"><Exec>
    <Command>conhost.exe</Command>
    <Arguments>--headless "${xmlText(path.win32.join(home, 'node.exe'))}" "${xmlText(path.win32.join(home, 'launcher.cjs'))}"</Arguments>
    <WorkingDirectory>${xmlText(home)}</WorkingDirectory>
  </Exec></Actions>
</Task>
`;
