/** What shows toasts, library and drawing, loads beside the first page: the sign-in page has room for neither. */
export const loadToasts = async () => {
  const [{ default: Toaster }, { toast }] = await Promise.all([
    import('../ui/Toaster.tsx'),
    import('react-hot-toast/headless'),
  ]);
  return { Toaster, toast };
};
