module leads

go 1.19
