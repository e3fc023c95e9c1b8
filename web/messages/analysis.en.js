// The words of the analysis and theory panes.

export default {};
