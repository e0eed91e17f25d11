"""What can be done with what an instruction names, each made of steps on the page; none knows a site or a task."""
