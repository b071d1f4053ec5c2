@echo off
rem "agent status", "agent test" and so on; works in the unpacked package and in the installed folder.
setlocal
set "program=%~dp0agent.cjs"
if not exist "%~dp0current.json" goto run
for /f "usebackq tokens=2 delims=:,{}" %%v in ("%~dp0current.json") do set "program=%~dp0versions\%%~v\agent.cjs"
set "PRINT_AGENT_HOME=%~dp0."
:run
"%~dp0node.exe" "%program%" %*
