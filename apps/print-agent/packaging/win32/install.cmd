@echo off
rem Installs the print agent for the person who runs this; no administrator is needed.
setlocal
if not exist "%~dp0node.exe" (
  echo Unpack the whole archive first, then run install.cmd from the unpacked folder.
  pause
  exit /b 1
)
"%~dp0node.exe" "%~dp0agent.cjs" install
if errorlevel 1 pause
