@echo off
rem Removes the print agent, its service and its data, and tells the server.
setlocal
call "%~dp0agent.cmd" uninstall
rem What is running cannot remove itself: the rest goes a moment after this window.
if exist "%~dp0current.json" start "" /b cmd /c "ping -n 3 127.0.0.1 >nul & rmdir /s /q ""%~dp0."""
